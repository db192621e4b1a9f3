import { useEffect, useRef, useState } from 'preact/hooks';
import { METRICS, type Region } from '../../../core/air/types.ts';
import { type BandId, air as words } from '../../words/en/air/air.ts';
import { figuresOf } from '../readings/readings.ts';
import { freshBand } from './now-words.ts';

interface Bands {
  readonly region: Region;
  readonly psi: BandId | undefined;
  readonly pm25: BandId | undefined;
}

/** Tells a screen reader when a band of the chosen region differs from the last fresh one. */
export function BandAnnouncer({ region }: { readonly region: Region }) {
  const figures = figuresOf(region);
  const before = useRef<Bands>(null);
  const [news, setNews] = useState('');
  const psi = freshBand(figures?.psi);
  const pm25 = freshBand(figures?.pm25);
  useEffect(() => {
    const last = before.current?.region === region ? before.current : undefined;
    before.current = { region, psi: psi ?? last?.psi, pm25: pm25 ?? last?.pm25 };
    const changed = METRICS.flatMap((metric) => {
      const [band, was] = [{ psi, pm25 }[metric], last?.[metric]];
      return band && was && band !== was ? [words.here.news(words.regions[region], metric, band)] : [];
    });
    if (changed.length > 0) setNews(changed.join(' '));
  }, [region, psi, pm25]);
  return (
    <p class="unseen" aria-live="polite">
      {news}
    </p>
  );
}
