// How the console is built. Every script and style carries the nonce placeholder that the server replaces per response,
// nothing is inlined as data, and what is worth compressing is stored precompressed beside it.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { guidePages } from './guide/plugin.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const BROTLI_QUALITY = 10;
const COMPRESS_BYTES_MIN = 1024;
const CHUNK_WARNING_KB = 900;

const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  enforce: 'post',
  writeBundle({ dir = path.join(root, 'dist') }) {
    for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      const full = path.join(dir, file);
      if (!/\.(js|css|svg|json)$/.test(full) || statSync(full).size < COMPRESS_BYTES_MIN) continue;
      writeFileSync(`${full}.br`, brotliCompressSync(readFileSync(full), { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }));
    }
  },
};

export default defineConfig({
  root,
  plugins: [react(), guidePages, precompress],
  // In a browser there is no Buffer: the parser brings its own.
  resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' } },
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}` } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    emptyOutDir: true,
    chunkSizeWarningLimit: CHUNK_WARNING_KB,
    rolldownOptions: {
      output: {
        // What the sign-in needs is one file, and what nearly every screen has beside it another: not a hundred of a few bytes each.
        codeSplitting: {
          groups: [
            { name: 'icons', test: /node_modules\/@tabler/ },
            { name: 'first', test: /packages\/console\/src\/(?:main|app\/routes|features\/auth\/SignInPage)\.tsx/, priority: 2 },
            { name: 'frame', test: /packages\/console\/src\/(?:lib|ui\/(?:value|page|money)|app\/shell)\//, priority: 1 },
            { name: 'lists', test: /packages\/console\/src\/ui\/(?:grid\/(?:DataGrid|Grid|use-)|list\/)/, priority: 0 },
          ],
        },
      },
    },
  },
});
