// Which Chromium the browser tests use.
//
// CHROMIUM_PATH wins. On 64-bit Intel Linux it is the one inside the npm package @sparticuz/chromium, unpacked once into
// node_modules/.cache: nothing is downloaded, and it works as root on a bare system. Elsewhere the system's, if there is
// one, else the browser that Playwright itself has installed.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Browser {
  /** Undefined: Playwright's own. */
  readonly executablePath?: string;
  /** Undefined: the environment as it is. */
  readonly env?: Record<string, string>;
}

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Finds the browser, unpacking it at the first call (about 5 s). */
export async function findBrowser(): Promise<Browser> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen !== undefined) return { executablePath: chosen };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const installed = systemBrowsers.find((file) => existsSync(file));
    return installed === undefined ? {} : { executablePath: installed };
  }
  const home = path.join(cache, `chromium-${carriedVersion()}`);
  if (!existsSync(home)) await unpack(home);
  return {
    executablePath: path.join(home, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: path.join(home, 'al2023', 'lib'),
      FONTCONFIG_PATH: path.join(home, 'fonts'),
    },
  };
}

function carriedVersion(): string {
  const manifest = findPackageJSON('@sparticuz/chromium', import.meta.url); // the package's layout changes, this does not
  if (manifest === undefined) throw new Error('@sparticuz/chromium is not installed: run npm ci without --omit=dev, or set CHROMIUM_PATH.');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}

/** Unpacks into a folder of our own and renames it, so that two runs at once do not meet half a browser. */
async function unpack(home: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const part = mkdtempSync(path.join(cache, 'chromium-part-'));
  const before = { ...process.env };
  // The package unpacks into TMPDIR, and its own copies of system libraries only where it believes to be in a Lambda.
  Object.assign(process.env, { TMPDIR: part, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
  const fontSettings = path.join(part, 'fonts', 'fonts.conf');
  const settings = readFileSync(fontSettings, 'utf8')
    .replace(/<dir>.*?<\/dir>/, `<dir>${home}/fonts/fonts</dir>`)
    .replace(/<cachedir>.*?<\/cachedir>/, `<cachedir>${home}/fonts-cache</cachedir>`);
  writeFileSync(fontSettings, settings);
  try {
    renameSync(part, home);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(home)) throw error; // else another run was first
  }
}
