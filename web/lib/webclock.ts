// Keeps in step with the server's clock: of the last eight pings the one with the shortest round trip counts. An older
// one does not, as ways change and clocks drift apart.

const most_samples = 8;

export class WebClock {
  private samples: { trip: number; offset: number }[] = [];
  private offset = Date.now() - performance.now(); // the page's own clock never steps
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(private readonly ping: (c: number, delay: number | undefined) => void) {}

  now() {
    return performance.now() + this.offset;
  }

  begin() {
    this.end();
    this.samples = [];
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

  // `sent` is what the ping carried.
  pong(sent: number, server: number) {
    const here = performance.now();
    const trip = Math.max(0, here - sent);
    this.samples = [...this.samples.slice(1 - most_samples), { trip, offset: server + trip / 2 - here }];
    this.offset = this.best()!.offset;
  }

  private best() {
    return this.samples.reduce<{ trip: number; offset: number } | undefined>(
      (best, one) => (best && best.trip <= one.trip ? best : one),
      undefined,
    );
  }

  private once() {
    const best = this.best();
    this.ping(Math.round(performance.now()), best && Math.round(best.trip / 2));
  }
}
