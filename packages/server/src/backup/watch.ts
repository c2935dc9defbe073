// What is known of the backup while the server runs: how far it reaches, when the database was copied last, what the last drill found. Nothing
// here looks into the backup directory: its disk may hang, and nobody waits for it.

import type { DrillReport } from './drill-report.ts';

export interface KnownOfBackup {
  /** Everything that was committed until then is in the backup. RFC 3339; null: not known yet. */
  readonly reached: string | null;
  /** When the last copy of the whole database ended. */
  readonly copied: string | null;
  readonly drill: DrillReport | null;
}

export class BackupWatch implements KnownOfBackup {
  private known: KnownOfBackup = { reached: null, copied: null, drill: null };
  private readonly onChange: (known: KnownOfBackup) => void;

  constructor(onChange: (known: KnownOfBackup) => void = () => {}) {
    this.onChange = onChange;
  }

  get reached(): string | null {
    return this.known.reached;
  }

  get copied(): string | null {
    return this.known.copied;
  }

  get drill(): DrillReport | null {
    return this.known.drill;
  }

  get all(): KnownOfBackup {
    return this.known;
  }

  note(news: Partial<KnownOfBackup>): void {
    const next = { ...this.known, ...news };
    const changed = next.reached !== this.reached || next.copied !== this.copied || next.drill?.began_at !== this.drill?.began_at;
    this.known = next;
    if (changed) this.onChange(next);
  }
}
