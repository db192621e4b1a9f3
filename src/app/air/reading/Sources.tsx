import { parseInstant } from '../../../core/air/time/time.ts';
import { PROVENANCE } from '../../../core/air/upstream/provenance.ts';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { air as words } from '../../words/en/air/air.ts';
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
      <p class="links">
        <ExternalLink href={provenance.licence}>{sources.licence}</ExternalLink>
        {psi && <ExternalLink href={psi}>{sources.psi}</ExternalLink>}
        {pm25 && <ExternalLink href={pm25}>{sources.pm25}</ExternalLink>}
        <a href="/supplies">{sources.supplies}</a>
      </p>
      <p dir="auto">{provenance.disclaimer}</p>
    </footer>
  );
}
