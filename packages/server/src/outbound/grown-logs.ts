// Says which logs have grown by what this process committed, to those who send them on. Nobody who posts waits for it: a name is put into a set.

export class GrownLogs {
  private readonly listeners = new Set<(tenantId: string) => void>();

  /** A batch of this organisation was committed. */
  note(tenantId: string): void {
    for (const listen of this.listeners) listen(tenantId);
  }

  listen(listener: (tenantId: string) => void): void {
    this.listeners.add(listener);
  }
}
