// What tests here ask of Node: the console itself runs in browsers, and knows none of it.

declare module 'node:fs' {
  export function readFileSync(file: URL): Uint8Array<ArrayBuffer>;
}
