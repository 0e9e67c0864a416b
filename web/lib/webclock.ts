// Keeps in step with the server's clock: of several pings the one with the shortest round trip counts.

export class WebClock {
  private offset = 0;
  private best = Infinity;
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(private readonly ping: (c: number, delay: number | undefined) => void) {}

  now() {
    return Date.now() + this.offset;
  }

  begin() {
    this.end();
    this.best = Infinity;
    for (const after of [0, 200, 600, 1500]) this.timers.push(setTimeout(() => this.once(), after));
    const again = () => {
      this.once();
      this.timers.push(setTimeout(again, 15000));
    };
    this.timers.push(setTimeout(again, 15000));
  }

  end() {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }

  pong(sent: number, server: number) {
    const here = Date.now();
    const trip = here - sent;
    if (trip < 0 || trip > this.best) return;
    this.best = trip;
    this.offset = server + trip / 2 - here;
  }

  private once() {
    this.ping(Date.now(), this.best === Infinity ? undefined : Math.round(this.best / 2));
  }
}
