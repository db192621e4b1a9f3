import './settings.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { version } from '../../../package.json';
import { REGION_NAMES } from '../../core/air/regions.ts';
import { REGIONS } from '../../core/air/types.ts';
import { LICENCE_URL } from '../../core/air/upstream/provenance.ts';
import { chooseRegion, region } from '../air/readings/region.ts';
import { readStorage } from '../platform/storage.ts';
import { syncKnown, syncState } from '../sync/sync-link.ts';
import { Select } from '../ui/Field.tsx';
import { OutLink } from '../ui/OutLink.tsx';
import { Page } from '../ui/Page.tsx';
import { DrawingSection } from './DrawingSection.tsx';
import { InstallSection } from './InstallSection.tsx';
import { ProfileSection } from './profile/ProfileSection.tsx';
import { readProfile } from './profile/profile.ts';
import { StorageSection } from './StorageSection.tsx';
import { SyncSection } from './sync/SyncSection.tsx';

const REGION_OPTIONS = REGIONS.map((id) => ({ value: id, label: REGION_NAMES[id] }));

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section class="setting" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="setting-body">{children}</div>
    </section>
  );
}

function Sections() {
  return (
    <>
      <Section title="Profile">
        <ProfileSection />
      </Section>
      <Section title="Region">
        <Select
          label="The air is shown for"
          value={region.value}
          options={REGION_OPTIONS}
          onPick={chooseRegion}
        />
        <p class="small soft">You choose it. Pleinair never asks where you are.</p>
      </Section>
      <Section title="Drawing">
        <DrawingSection />
      </Section>
      <Section title="Storage">
        <StorageSection />
      </Section>
      <Section title="Server and backup">
        <SyncSection />
      </Section>
      <Section title="Install">
        <InstallSection />
      </Section>
      <Section title="About">
        <p>
          Pleinair <span class="numerals">{version}</span>, free under the MIT licence.
        </p>
        <p>
          Everything here goes through <a href="/docs">an API</a> that is open to your own scripts, too.
        </p>
        <p class="small soft">
          The figures are the National Environment Agency's, from data.gov.sg, under the{' '}
          <OutLink href={LICENCE_URL}>Singapore Open Data Licence</OutLink>. Pleinair is not an official
          service. Titles are set in Alegreya by Juan Pablo del Peral, under the SIL Open Font Licence.
        </p>
      </Section>
    </>
  );
}

/** Settings: a page of plain sections, each of which saves by itself. Shown once all is read, so that nothing jumps. */
export default function SettingsView() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void Promise.all([readProfile(), readStorage(), syncKnown()]).then(() => setReady(true));
  }, []);
  const synced = syncState.value?.lastSuccess;
  useEffect(() => {
    // It may have brought another profile.
    if (synced) void readProfile();
  }, [synced]);
  return <Page title="Settings">{ready ? <Sections /> : <div class="page-waiting" aria-busy="true" />}</Page>;
}
