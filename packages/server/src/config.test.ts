import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const all = { S3_REGION: 'eu-central-1', S3_BUCKET: 'books', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };

describe('the settings of the object store', () => {
  test('are not there: files are kept in the data directory', () => {
    expect(readConfig({ S3_REGION: '' }).s3).toBe(null);
  });
  test('are all there: a bucket, at Amazon unless an address is given', () => {
    const bucket = { region: 'eu-central-1', bucket: 'books', accessKey: 'key', secretKey: 'secret' };
    expect(readConfig(all).s3).toEqual({ ...bucket, endpoint: null, pathStyle: false });
    const own = { S3_ENDPOINT: 'http://127.0.0.1:8080', S3_PATH_STYLE: '1' };
    expect(readConfig({ ...all, ...own }).s3).toEqual({ ...bucket, endpoint: 'http://127.0.0.1:8080', pathStyle: true });
  });
  test.each(Object.keys(all))('without %s are incomplete, and say what is missing', (name) => {
    expect(readConfig({ ...all, [name]: undefined }).s3).toEqual({ missing: [name] });
  });
  test('are incomplete also where only an address is given', () => {
    expect(readConfig({ S3_ENDPOINT: 'https://s3.example.test' }).s3).toEqual({ missing: Object.keys(all) });
  });
  test.each([{ S3_ENDPOINT: 'ftp://s3.example.test' }, { S3_ENDPOINT: 'here' }, { S3_PATH_STYLE: 'yes' }])(
    'that are not understood stop the start: %j',
    (wrong) => {
      expect(() => readConfig({ ...all, ...wrong })).toThrow(/S3_/);
    },
  );
});
