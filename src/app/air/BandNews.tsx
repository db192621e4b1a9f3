import { useEffect, useRef, useState } from 'preact/hooks';
import { REGION_NAMES } from '../../core/air/regions.ts';
import type { Region } from '../../core/air/types.ts';
import { METRIC_NAMES } from '../../core/air/warning.ts';
import { figuresOf } from './readings.ts';

/** Tells a screen reader when a band of the chosen region changes, and nothing else. */
export function BandNews({ region }: { readonly region: Region }) {
  const figures = figuresOf(region);
  const before = useRef<{ region: Region; psi: string | undefined; pm25: string | undefined }>(null);
  const [news, setNews] = useState('');
  const psi = figures?.psi.band;
  const pm25 = figures?.pm25.band;
  useEffect(() => {
    const last = before.current;
    before.current = { region, psi, pm25 };
    if (!last || last.region !== region) return;
    const changed = [
      ...(psi && last.psi && psi !== last.psi ? [`${METRIC_NAMES.psi} is now ${psi}.`] : []),
      ...(pm25 && last.pm25 && pm25 !== last.pm25 ? [`${METRIC_NAMES.pm25} is now ${pm25}.`] : []),
    ];
    if (changed.length > 0) setNews(`${REGION_NAMES[region]}: ${changed.join(' ')}`);
  }, [region, psi, pm25]);
  return (
    <p class="unseen" aria-live="polite">
      {news}
    </p>
  );
}
