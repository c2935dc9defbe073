// Several servers on one database: each organisation has one that decides for it, and the others hand their commands on. So the state
// of an organisation is in one memory, and nobody loses the race for the head of its log.
//
// Who leads is found by each server from who is there (chooseLeader). Two may think so of themselves for a moment: the head of the log
// lets only one of them write, and the other decides again. So leading is a matter of speed, never of safety.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { chooseLeader } from './choose-leader.ts';
import { Link, listen, makeSecret } from './link.ts';
import { announce, leave, type Server } from './registry.ts';

/** Twice in the time after which others take a server for gone, and once more. */
const ANNOUNCE_EVERY_MS = 400;
/** So long after it said that it goes, all others have heard of it. */
const GOODBYE_MS = 2 * ANNOUNCE_EVERY_MS;
/** After a server could not be reached it is not asked for so long. */
const UNREACHABLE_FOR_MS = 1_000;

export interface ClusterOptions {
  readonly pool: pg.Pool;
  /** Where other servers reach this one. */
  readonly host: string;
  /** 0: one that is free. */
  readonly port: number;
  /** Answers what another server asks this one. */
  readonly work: (ask: unknown) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

export class Cluster {
  readonly id: string;
  private readonly options: ClusterOptions;
  private readonly self: Server;
  private readonly listening: { close(): Promise<void> };
  private readonly links = new Map<string, { readonly link: Link; readonly server: Server; silentUntilMs: number }>();
  private readonly ending = new AbortController();
  private announcing: Promise<void> = Promise.resolve();
  /** Leaders by organisation, as long as the same servers are there. */
  private readonly leaders = new Map<string, string | null>();
  private ids: readonly string[] = [];

  /** Listens, says that it is there, and learns who else is. */
  static async join(options: ClusterOptions): Promise<Cluster> {
    const secret = makeSecret();
    const listening = await listen({ host: options.host, port: options.port, secret }, options.work);
    const cluster = new Cluster(options, { id: randomUUID(), host: options.host, port: listening.port, secret }, listening);
    await cluster.announce();
    cluster.announcing = cluster.keepAnnouncing();
    return cluster;
  }

  private constructor(options: ClusterOptions, self: Server, listening: { close(): Promise<void> }) {
    this.options = options;
    this.self = self;
    this.id = self.id;
    this.listening = listening;
  }

  /** How many servers are there, this one included. */
  get size(): number {
    return Math.max(1, this.ids.length);
  }

  /** Of all servers that are there, this one included. */
  get serverIds(): readonly string[] {
    return this.ids;
  }

  /** The server to ask about an organisation; null: this one. */
  leaderOf(tenantId: string): { ask(ask: unknown): Promise<unknown>; lost(): void } | null {
    if (this.links.size === 0) return null;
    let leader = this.leaders.get(tenantId);
    if (leader === undefined) {
      leader = chooseLeader(tenantId, this.ids);
      this.leaders.set(tenantId, leader);
    }
    const other = leader === null ? undefined : this.links.get(leader);
    if (other === undefined || performance.now() < other.silentUntilMs) return null;
    return {
      ask: (ask) => other.link.ask(ask),
      lost: () => {
        other.silentUntilMs = performance.now() + UNREACHABLE_FOR_MS;
      },
    };
  }

  /** Says that it goes, answers what others ask until they know it, and closes every connection. */
  async close(): Promise<void> {
    this.ending.abort();
    await this.announcing;
    const left = await leave(this.options.pool, this.id).then(
      () => true,
      () => false,
    );
    if (left && this.size > 1) await sleep(GOODBYE_MS);
    await this.abandon();
  }

  /** Ends as a process does that is killed: nobody is told. */
  async abandon(): Promise<void> {
    this.ending.abort();
    await this.announcing;
    this.meet([]);
    await this.listening.close();
  }

  private async keepAnnouncing(): Promise<void> {
    const { signal } = this.ending;
    for (;;) {
      await sleep(ANNOUNCE_EVERY_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await this.announce().catch((error: unknown) => this.options.onError(error));
    }
  }

  private async announce(): Promise<void> {
    this.meet(await announce(this.options.pool, this.self));
  }

  /** Keeps a connection to each of the others. */
  private meet(servers: readonly Server[]): void {
    const ids = servers.map((s) => s.id);
    for (const [id, { link }] of this.links)
      if (!ids.includes(id)) {
        this.links.delete(id);
        link.close();
      }
    for (const server of servers)
      if (server.id !== this.id && !this.links.has(server.id))
        this.links.set(server.id, { link: new Link(server), server, silentUntilMs: 0 });
    if (ids.join() !== this.ids.join()) this.leaders.clear();
    this.ids = ids;
  }
}
