// A page of the guide as the build hands it over: words and what they are, never HTML.

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly of: readonly Inline[] }
  /** To a heading of a page of the guide; without `anchor` to its top. */
  | { readonly kind: 'guide'; readonly page: string; readonly anchor: string | undefined; readonly of: readonly Inline[] }
  | { readonly kind: 'web'; readonly href: string; readonly of: readonly Inline[] }
  | { readonly kind: 'image'; readonly src: string; readonly alt: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly anchor: string; readonly text: string }
  | { readonly kind: 'paragraph'; readonly of: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly head: readonly (readonly Inline[])[]; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'code'; readonly text: string };

export interface GuidePage {
  /** The name of its file, and in addresses. */
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}
