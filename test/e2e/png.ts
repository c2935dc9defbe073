// A screenshot in at most 256 colours: a quarter of the size, and a screen of text and lines looks the same.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLOURS_MAX = 256;
/** Colours that share the upper five bits of each channel count as one. */
const BITS = 5;

interface Image {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel. */
  readonly rgb: Buffer;
}

/** The same picture as a PNG with a palette. Takes a PNG of 8 bits a channel, RGB or RGBA, not interlaced; throws for any other. */
export function indexed(png: Buffer): Buffer {
  const image = decode(png);
  const { palette, pixels } = quantise(image.rgb);
  const lines = Buffer.alloc((image.width + 1) * image.height); // a line begins with its filter: 0, none
  for (let y = 0; y < image.height; y++)
    pixels.subarray(y * image.width, (y + 1) * image.width).forEach((index, x) => {
      lines[y * (image.width + 1) + 1 + x] = index;
    });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(image.width, 0);
  head.writeUInt32BE(image.height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const packed = deflateSync(lines, { level: 9, memLevel: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('PLTE', palette), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function decode(png: Buffer): Image {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('This is not a PNG.');
  const [width, height, depth, colour, interlaced] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25], png[28]];
  if (depth !== 8 || (colour !== 2 && colour !== 6) || interlaced !== 0) throw new Error('Use a PNG of 8 bits a channel, not interlaced.');
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const channels = colour === 2 ? 3 : 4;
  const bytes = unfilter(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  const rgb = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) bytes.copy(rgb, i * 3, i * channels, i * channels + 3);
  return { width, height, rgb };
}

/** Takes back the filter of each line (PNG specification, section 9). */
function unfilter(data: Buffer, stride: number, height: number, step: number): Buffer {
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const raw = data[y * (stride + 1) + 1 + x] ?? 0;
      const left = x >= step ? (out[y * stride + x - step] ?? 0) : 0;
      const up = y > 0 ? (out[(y - 1) * stride + x] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (out[(y - 1) * stride + x - step] ?? 0) : 0;
      out[y * stride + x] = raw + ([0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0);
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The colours that most pixels have, and for each pixel the nearest of them. */
function quantise(rgb: Buffer): { readonly palette: Buffer; readonly pixels: Uint8Array } {
  const keyAt = (i: number): number => [0, 1, 2].reduce((key, channel) => (key << BITS) | ((rgb[i * 3 + channel] ?? 0) >> (8 - BITS)), 0);
  const count = rgb.length / 3;
  const sums = new Map<number, { pixels: number; sum: [number, number, number] }>();
  for (let i = 0; i < count; i++) {
    const key = keyAt(i);
    const entry = sums.get(key) ?? { pixels: 0, sum: [0, 0, 0] };
    entry.pixels++;
    for (const channel of [0, 1, 2] as const) entry.sum[channel] += rgb[i * 3 + channel] ?? 0;
    sums.set(key, entry);
  }
  const mean = (key: number): number[] => sums.get(key)?.sum.map((s) => Math.round(s / (sums.get(key)?.pixels ?? 1))) ?? [];
  const common = [...sums.keys()].toSorted((a, b) => (sums.get(b)?.pixels ?? 0) - (sums.get(a)?.pixels ?? 0)).slice(0, COLOURS_MAX);
  const colours = common.map(mean);
  const nearest = new Map<number, number>();
  for (const key of sums.keys()) {
    const colour = mean(key);
    const distances = colours.map((c) => c.reduce((sum, v, channel) => sum + (v - (colour[channel] ?? 0)) ** 2, 0));
    nearest.set(key, distances.indexOf(Math.min(...distances)));
  }
  return { palette: Buffer.from(colours.flat()), pixels: Uint8Array.from({ length: count }, (_, i) => nearest.get(keyAt(i)) ?? 0) };
}
