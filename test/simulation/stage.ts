// Where workloads play: servers as processes with a PostgreSQL of their own, and what can be done to them.

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Fate } from '@countinghouse/testkit/cutting-proxy';
import { type Fleet, openFleet } from '@countinghouse/testkit/fleet';
import { openWorld, type World } from '@countinghouse/testkit/world';
import { copySources } from '../../tools/source-copy.ts';
import { openSlowDisk, type SlowDisk } from './slow-disk.ts';

/**
 * - `server`: one with its embedded database
 * - `proxied`: one that reaches its database through a proxy
 * - `slow`: the same, with its database on a disk that can be made slow, where such a disk can be had
 * - `cluster`: three of these on one database
 * - `upgrade`: two on one database that start from the sources of a commit, and again from the present ones
 * - `clock`: one with its embedded database, whose wall clock can be set
 * - `disk`: one with its embedded database, on a disk of its own that can be filled
 */
export type StageKind = 'server' | 'proxied' | 'slow' | 'cluster' | 'upgrade' | 'clock' | 'disk';

export interface Stage {
  readonly world: World;
  /** Of `proxied`, `slow`, `cluster` and `upgrade`; null otherwise. */
  readonly fleet: Fleet | null;
  /** Of `slow`, where this machine and user can have one. */
  readonly slowDisk: SlowDisk | null;
  /** What the proxy does to the batches from now on. */
  decideFates(fateOf: () => Fate): void;
  /** Sets the wall clock of the server so many milliseconds beside the true one; of `clock`. */
  stepClock(ms: number): void;
  /** Fills the disk to so many percent, or as far as it takes more, on top of what was put there; 0 removes that. Of `disk`. */
  fillDisk(percent: number): void;
  close(): Promise<void>;
}

/** What is left when writing ends must hold what is written until that was noticed. */
const DISK_MB = 2_048;
const BALLAST_MB = '256';
/** Longer than a balancer takes to hear that a server ends, on a machine that does much else. */
const DRAIN_SECONDS = '6';
const BLOCK_BYTES = 1 << 20;
const preload = new URL('./stepping-clock.js', import.meta.url).href;

const without = (what: string) => (): never => {
  throw new Error(`this stage has no ${what}`);
};

export interface StageOptions {
  /** Takes the place of a server of our own where the kind is `server`. */
  readonly url?: string | undefined;
  /** The commit that `upgrade` begins with; without it the present sources. */
  readonly from?: string | undefined;
}

/** Opens the stage. */
export async function openStage(kind: StageKind, { url, from }: StageOptions = {}): Promise<Stage> {
  const bare = { fleet: null, slowDisk: null, decideFates: without('proxy'), stepClock: without('clock'), fillDisk: without('disk') };
  if (kind === 'server') {
    const world = await openWorld(url === undefined ? null : { url });
    return { ...bare, world, close: world.close };
  }
  if (kind === 'clock') return openClock(bare);
  if (kind === 'disk') return openDisk(bare);
  let fateOf: () => Fate = () => 'pass';
  const slowDisk = kind === 'slow' ? openSlowDisk() : null;
  const older = kind === 'upgrade' && from !== undefined ? copySources(from) : null;
  const servers = { cluster: 3, upgrade: 2, proxied: 1, slow: 1 }[kind];
  const fleet = await openFleet(servers, () => fateOf(), {
    around: slowDisk?.folder,
    settings: kind === 'upgrade' ? { DRAIN_SECONDS } : {},
    sources: older?.root,
  });
  const world = await openWorld({ url: fleet.servers[0]?.url ?? '', where: fleet.where });
  return {
    ...bare,
    world,
    fleet,
    slowDisk,
    decideFates: (decide) => {
      fateOf = decide;
    },
    close: async () => {
      await world.close();
      await fleet.close();
      slowDisk?.close();
      older?.remove();
    },
  };
}

/** The servers of a stage behind a proxy. */
export function fleetOf({ fleet }: Pick<Stage, 'fleet'>): Fleet {
  if (fleet === null) throw new Error('this stage has no proxy');
  return fleet;
}

type Bare = Omit<Stage, 'world' | 'close'>;

async function openClock(bare: Bare): Promise<Stage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clock-'));
  const file = path.join(folder, 'step-ms');
  writeFileSync(file, '0');
  const world = await openWorld(null, { NODE_OPTIONS: `--import=${preload}`, CLOCK_STEP_FILE: file });
  return {
    ...bare,
    world,
    stepClock: (ms) => writeFileSync(file, String(ms)),
    close: async () => {
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether this process may mount a disk of its own: the superuser of a machine, or of a container that allows it. */
export function canMount(): boolean {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'disk-'));
  const mounted = mount(folder);
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}

const mount = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'countinghouse', folder]).status === 0;

async function openDisk(bare: Bare): Promise<Stage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'disk-'));
  if (!mount(folder)) throw new Error('to fill a disk takes one of its own: run it as somebody who may mount one');
  const filling = path.join(folder, 'filling');
  const world = await openWorld(null, { BALLAST_MB }, folder);
  return {
    ...bare,
    world,
    fillDisk: (percent) => {
      if (percent > 0) fill(filling, percent);
      else rmSync(filling, { force: true });
    },
    close: async () => {
      rmSync(filling, { force: true });
      await world.close();
      spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Until so much of the disk is used, or it takes no more. */
function fill(file: string, percent: number): void {
  const block = Buffer.alloc(BLOCK_BYTES);
  const handle = openSync(file, 'a');
  try {
    while (usedPercent(path.dirname(file)) < percent) writeSync(handle, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
}

function usedPercent(folder: string): number {
  const { blocks, bavail } = statfsSync(folder);
  return (100 * (blocks - bavail)) / blocks;
}
