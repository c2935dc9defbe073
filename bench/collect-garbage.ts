// Has all threads of a process that runs collect their garbage, by its debugger: what is resident after that is what it keeps.

/** What the debugger answers, or tells by itself. */
interface Told {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId: string; readonly message: string };
}

const OPENED = /Debugger listening on (ws:\S+)/;
const COLLECT = 'HeapProfiler.collectGarbage';

export class Collector {
  private readonly socket: WebSocket;
  private readonly waiting = new Map<string, () => void>();
  private readonly threads = new Set<string>();
  private lastId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.addEventListener('message', ({ data }) => this.hear(JSON.parse(String(data)) as Told));
  }

  /** Of a process that was started with `--inspect=127.0.0.1:0`, by what it printed. */
  static async of(output: string): Promise<Collector> {
    const [, url] = OPENED.exec(output) ?? [];
    if (url === undefined) throw new Error('the process has no debugger: start it with --inspect=127.0.0.1:0');
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    const collector = new Collector(socket);
    await collector.ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
    return collector;
  }

  /** Of the main thread, then of each other one. */
  async collect(): Promise<void> {
    await this.ask(COLLECT);
    for (const sessionId of this.threads) await this.askThread(sessionId);
  }

  close(): void {
    this.socket.close();
  }

  private ask(method: string, params: object = {}): Promise<void> {
    const id = ++this.lastId;
    const answered = new Promise<void>((resolve) => this.waiting.set(`main ${id}`, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    return answered;
  }

  private async askThread(sessionId: string): Promise<void> {
    const id = ++this.lastId;
    const answered = new Promise<void>((resolve) => this.waiting.set(`${sessionId} ${id}`, resolve));
    await this.ask('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method: COLLECT }) });
    await answered;
  }

  private hear({ id, method, params }: Told): void {
    if (id !== undefined) this.answered(`main ${id}`);
    if (params === undefined) return;
    const { sessionId } = params;
    if (method === 'NodeWorker.attachedToWorker') this.threads.add(sessionId);
    if (method === 'NodeWorker.receivedMessageFromWorker') this.answered(`${sessionId} ${(JSON.parse(params.message) as Told).id}`);
    if (method !== 'NodeWorker.detachedFromWorker') return;
    this.threads.delete(sessionId);
    for (const key of this.waiting.keys()) if (key.startsWith(`${sessionId} `)) this.answered(key);
  }

  private answered(key: string): void {
    this.waiting.get(key)?.();
    this.waiting.delete(key);
  }
}
