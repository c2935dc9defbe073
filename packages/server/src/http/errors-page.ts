// The catalogue of errors as a page: where the `type` of a refusal leads.

import { errors } from '@countinghouse/contract/errors';

export const ERRORS_PAGE = '/api/docs/errors';

const inText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const inWords = (text: string): string => inText(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const styles = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 68rem; padding: 2.5rem 1.5rem 4rem }
h1 { font-size: 1.6rem; margin: 0 0 .25rem }
p { margin: 0 0 1.5rem }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 16%, transparent); padding: .55rem .75rem .55rem 0; text-align: left; vertical-align: top }
td:nth-child(2) { font-variant-numeric: tabular-nums }
code { font: .86em ui-monospace, monospace }
@media (min-width: 48rem) { td:first-child { white-space: nowrap } }
@media (max-width: 48rem) { td:first-child { overflow-wrap: anywhere } }
tr:target { background: color-mix(in srgb, currentColor 8%, transparent) }
`;

const rows = Object.entries(errors)
  .map(
    ([code, { status, message, when }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${inText(message)}</td><td>${inWords(when)}</td></tr>`,
  )
  .join('\n');

export const errorsPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Error codes – Countinghouse</title><style>${styles}</style></head>
<body>
<h1>Error codes</h1>
<p>Every refusal carries one of these codes, and the id of the request. How to call: <a href="/api/docs">API reference</a>.</p>
<table>
<thead><tr><th>Code</th><th>Status</th><th>Message</th><th>When</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
</body>
</html>
`;
