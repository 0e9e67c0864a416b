// A form that asks the server: once at a time, and what is refused is said in the form.

import { t } from '../lib/i18n.svelte';

export class Attempt {
  busy = $state(false);
  problem = $state('');

  async run(action: () => Promise<unknown>) {
    if (this.busy) return;
    this.busy = true;
    this.problem = '';
    try {
      await action();
    } catch (error) {
      this.problem = (error instanceof Error && error.message) || t('problem.server');
    }
    this.busy = false;
  }
}
