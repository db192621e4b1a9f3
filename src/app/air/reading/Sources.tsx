import { parseInstant } from '../../../core/air/time/time.ts';
import { attribution, PROVENANCE } from '../../../core/air/upstream/provenance.ts';
import { OutLink } from '../../ui/OutLink.tsx';
import { singaporeDate } from '../../words/format.ts';
import { readings } from '../readings/readings.ts';

/** Where the figures come from, under which licence, and what this is not. */
export function Sources() {
  const fetched = parseInstant(readings.value?.fetchedAt);
  const provenance = readings.value?.provenance ?? PROVENANCE;
  const words = attribution(fetched === undefined ? null : singaporeDate(fetched));
  const sentence = words.replace(/ \(https:[^)]*\)/, '');
  const [psi, pm25] = provenance.sourceUrls;
  return (
    <footer class="sources small soft">
      <p>{sentence}</p>
      <p class="sources-links">
        <OutLink href={provenance.licence}>Singapore Open Data Licence</OutLink>
        {psi && <OutLink href={psi}>PSI at data.gov.sg</OutLink>}
        {pm25 && <OutLink href={pm25}>PM2.5 at data.gov.sg</OutLink>}
        <a href="/supplies">Masks and purifiers</a>
      </p>
      <p>{provenance.disclaimer}</p>
    </footer>
  );
}
