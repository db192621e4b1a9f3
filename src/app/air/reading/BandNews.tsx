import { useEffect, useRef, useState } from 'preact/hooks';
import { REGION_NAMES } from '../../../core/air/regions.ts';
import type { Region } from '../../../core/air/types.ts';
import { METRIC_NAMES } from '../../../core/air/warning.ts';
import type { Figure } from '../readings/figures.ts';
import { figuresOf } from '../readings/readings.ts';

interface Bands {
  readonly region: Region;
  readonly psi: string | undefined;
  readonly pm25: string | undefined;
}

/** Of a figure that is fresh: a delayed one says nothing about now. */
function freshBand(figure: Figure | undefined): string | undefined {
  return figure?.status === 'ok' ? figure.band : undefined;
}

/** Tells a screen reader when a band of the chosen region is another than the last fresh one, and nothing else. */
export function BandNews({ region }: { readonly region: Region }) {
  const figures = figuresOf(region);
  const before = useRef<Bands>(null);
  const [news, setNews] = useState('');
  const psi = freshBand(figures?.psi);
  const pm25 = freshBand(figures?.pm25);
  useEffect(() => {
    const last = before.current?.region === region ? before.current : undefined;
    before.current = { region, psi: psi ?? last?.psi, pm25: pm25 ?? last?.pm25 };
    const changed = [
      ...(psi && last?.psi && psi !== last.psi ? [`${METRIC_NAMES.psi} is now ${psi}.`] : []),
      ...(pm25 && last?.pm25 && pm25 !== last.pm25 ? [`${METRIC_NAMES.pm25} is now ${pm25}.`] : []),
    ];
    if (changed.length > 0) setNews(`${REGION_NAMES[region]}: ${changed.join(' ')}`);
  }, [region, psi, pm25]);
  return (
    <p class="unseen" aria-live="polite">
      {news}
    </p>
  );
}
