// An S3 server of one's own: OpenStack Swift with its S3 interface, from Debian, in a temporary folder on loopback ports. One replica,
// one disk, one account. It is a real server: it checks signatures and ends of addresses, which mocks do not.
// The folder must be on a file system with extended attributes, where Swift keeps what it knows of an object.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { findFreePort } from './server-process.ts';

const READY_WITHIN_MS = 60_000;
const POLL_MS = 50;
const REGION = 'us-east-1';
const BUCKET = 'countinghouse';

export interface S3Server {
  /** The settings of a server of ours that keeps its objects here. The bucket is there, and empty. */
  readonly settings: Readonly<
    Record<'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_PATH_STYLE', string>
  >;
  /** The files on the disk of the server whose content is this, for whoever wants to damage them. */
  contentFiles(content: Buffer): readonly string[];
  close(): Promise<void>;
}

/** Debian's own, which has Swift's modules. */
const PYTHON = '/usr/bin/python3';
const makeRing = `
import sys
from swift.common.ring import RingBuilder
builder = RingBuilder(2, 1, 0)
builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(sys.argv[2]), device='disk', weight=1))
builder.rebalance()
builder.get_ring().save(sys.argv[1])
`;

const storageKinds = ['account', 'container', 'object'] as const;

const storageConfig = (kind: string, dir: string, port: number): string => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${os.userInfo().username}
swift_dir = ${dir}
devices = ${dir}/devices
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

/** Caches need a name of a memcached; none listens there, and Swift does without. */
const proxyConfig = (dir: string, port: number, nobody: number, user: string, secret: string): string => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${os.userInfo().username}
swift_dir = ${dir}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${nobody}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_${user.replace(':', '_')} = ${secret} .admin
[filter:slo]
use = egg:swift#slo
`;

/** Starts one; some seconds. Throws what its servers printed where they do not come up. */
export async function openS3Server(): Promise<S3Server> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-swift-'));
  const user = 'books:keeper';
  const secret = 'a-secret-of-this-test';
  const write = (name: string, text: string): string => {
    const file = path.join(dir, name);
    writeFileSync(file, text);
    return file;
  };
  write(
    'swift.conf',
    '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  const children: ChildProcess[] = [];
  let printed = '';
  const run = (program: string, config: string): void => {
    // The servers end with this process, however it ends.
    const child = spawn('setpriv', ['--pdeathsig', 'TERM', program, config], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        printed += part.toString();
      });
    children.push(child);
  };
  const storagePorts: number[] = [];
  for (const kind of storageKinds) {
    const port = await findFreePort();
    storagePorts.push(port);
    mkdirSync(path.join(dir, 'devices', 'disk'), { recursive: true });
    execFileSync(PYTHON, ['-c', makeRing, path.join(dir, `${kind}.ring.gz`), String(port)], { stdio: 'pipe' });
    run(`swift-${kind}-server`, write(`${kind}-server.conf`, storageConfig(kind, dir, port)));
  }
  const port = await findFreePort();
  run('swift-proxy-server', write('proxy-server.conf', proxyConfig(dir, port, await findFreePort(), user, secret)));

  const close = async (): Promise<void> => {
    const running = children.filter((c) => c.exitCode === null && c.signalCode === null);
    const ended = running.map((c) => new Promise((resolve) => c.once('exit', resolve)));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ended);
    rmSync(dir, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${port}`;
  if (!(await answers(endpoint, storagePorts, () => children.some((c) => c.exitCode !== null)))) {
    await close();
    throw new Error(`no S3 server came up:\n${printed}`);
  }
  await makeBucket(endpoint, user, secret);
  return {
    settings: {
      S3_ENDPOINT: endpoint,
      S3_REGION: REGION,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY: user,
      S3_SECRET_KEY: secret,
      S3_PATH_STYLE: '1',
    },
    contentFiles: (content) => filesWith(path.join(dir, 'devices', 'disk', 'objects'), content),
    close,
  };
}

function filesWith(folder: string, content: Buffer): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.name.endsWith('.data'));
  return files.map((file) => path.join(file.parentPath, file.name)).filter((file) => readFileSync(file).equals(content));
}

async function makeBucket(endpoint: string, accessKeyId: string, secretAccessKey: string): Promise<void> {
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: REGION, credentials, forcePathStyle: true, maxAttempts: 10 });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}

/** Whether the proxy and the servers behind it answer in time. One that the proxy is refused by a few times it leaves alone for a minute. */
async function answers(endpoint: string, storagePorts: readonly number[], isOver: () => boolean): Promise<boolean> {
  for (const end = performance.now() + READY_WITHIN_MS; performance.now() < end && !isOver(); await sleep(POLL_MS)) {
    const healthy = await fetch(`${endpoint}/healthcheck`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy && (await Promise.all(storagePorts.map(listens))).every(Boolean)) return true;
  }
  return false;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const answer = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', answer(true)).once('error', answer(false));
  });
}
