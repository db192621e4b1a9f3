import { parseInstant } from '../../../core/air/time/time.ts';
import { PROVENANCE } from '../../../core/air/upstream/provenance.ts';
import { OutLink } from '../../ui/OutLink.tsx';
import { air as words } from '../../words/en/air.ts';
import { singaporeDate } from '../../words/format.ts';
import { readings } from '../readings/readings.ts';

/** Source and licence of the figures, and the disclaimer. */
export function Sources() {
  const fetched = parseInstant(readings.value?.fetchedAt);
  const provenance = readings.value?.provenance ?? PROVENANCE;
  const { sources } = words;
  const sentence =
    fetched === undefined ? sources.attribution : sources.attributionOn(singaporeDate(fetched));
  const [psi, pm25] = provenance.sourceUrls;
  return (
    <footer class="sources small soft">
      <p>{sentence}</p>
      <p class="sources-links">
        <OutLink href={provenance.licence}>{sources.licence}</OutLink>
        {psi && <OutLink href={psi}>{sources.psi}</OutLink>}
        {pm25 && <OutLink href={pm25}>{sources.pm25}</OutLink>}
        <a href="/supplies">{sources.supplies}</a>
      </p>
      <p dir="auto">{provenance.disclaimer}</p>
    </footer>
  );
}
