// What `#platform` gives, in Node (src/platform.js) and in a browser (page/platform.js).

export type Jwk = Readonly<Record<string, string>>;
/** How a certificate's key signs. */
export interface Scheme {
  readonly kind: 'RSA' | 'ECDSA' | 'Ed25519';
  readonly digest: string | null;
}
/** A public key, as the platform has it. */
export type VerifyKey = object;

/** A file for what is too much for memory. */
export interface SpareFile {
  /** False where it takes no more. */
  write(bytes: Uint8Array, at: number): boolean;
  /** Throws where not all of it is there. */
  read(into: Uint8Array, at: number): void;
  close(): void;
}
/** Null where there is none. */
export function spareFile(): SpareFile | null;
/** The lines of UTF-8, and what follows the last of them. Throws TypeError for what is none. */
export function splitLines(bytes: Uint8Array): string[];
export function sha256(data: string | Uint8Array): Uint8Array;
/** Writes the 32 bytes of the hash from `at` on. */
export function writeSha256(to: Uint8Array, at: number, data: string | Uint8Array): void;
/** Hexadecimal. */
export function sha256Hex(data: string | Uint8Array): string;
/** Whether the hash is the one that hexadecimal digits, in lower case, say. */
export function hasSha256(data: string | Uint8Array, expected: string): boolean;
export function digestOf(name: string, data: Uint8Array): Promise<Uint8Array>;
/** A public key to verify with: Ed25519 or P-256. Throws for what is none. */
export function publicKeyOf(jwk: Jwk): VerifyKey;
/** Whether a signature holds: Ed25519, or ECDSA with SHA-256 as `r ‖ s`. */
export function isSigned(algorithm: 'EdDSA' | 'ES256', key: VerifyKey, data: Uint8Array, signature: Uint8Array): Promise<boolean>;
/** Whether the key of a certificate (DER of its SubjectPublicKeyInfo) signed; a signature of ECDSA is DER. Throws for what is no key. */
export function isSignedWith(spki: Uint8Array, scheme: Scheme, data: Uint8Array, signature: Uint8Array): Promise<boolean>;
/** `shapes.json`. */
export const shapesOfEvents: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
