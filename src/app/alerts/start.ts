/** Alerts in the page, loaded for those who once chose some. */

/** In localStorage: what is wanted. Absent as long as nobody has chosen any. */
export const ALERTS_KEY = 'pleinair.alerts';

export function startAlerts(): void {
  try {
    if (localStorage.getItem(ALERTS_KEY) === null) return;
  } catch {
    return;
  }
  const failed = (error: unknown) => console.error('Alerts could not be loaded:', error);
  import('./agree.ts').then(({ openAlerts }) => openAlerts()).catch(failed);
}
