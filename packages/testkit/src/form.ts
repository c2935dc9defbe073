// A file as a form sends it: for calls that are made without a browser.

const BOUNDARY = 'countinghouse-test-boundary';

export interface SentForm {
  readonly body: Buffer;
  readonly headers: { readonly 'content-type': string };
}

/** One part with a file, named `file` unless said otherwise. */
export function formOf(
  fileName: string,
  content: string | Buffer,
  { field = 'file', type = 'text/plain' }: { readonly field?: string; readonly type?: string } = {},
): SentForm {
  return {
    body: Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
