// What a person is told of a code of the catalogue of errors.
import { type ErrorCode, errors } from './errors.ts';

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

/** The sentence for a code; the specification's fallback for one that is not in the catalogue. */
export const messageOf = (code: string): string => errors[isErrorCode(code) ? code : 'UNKNOWN'].message;
