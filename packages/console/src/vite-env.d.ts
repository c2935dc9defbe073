declare module '@fontsource-variable/*';

/** The pages of docs/guide in their order; made by guide/plugin.ts. */
declare module 'virtual:guide' {
  export const pages: readonly import('./features/guide/blocks.ts').GuidePage[];
}
