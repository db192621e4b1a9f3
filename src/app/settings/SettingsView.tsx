import { currentLocale } from '../words/catalogue.ts';
import { settings as words } from '../words/en/settings.ts';
import { languageChoices } from '../words/languages.ts';
import { RichText } from '../words/RichText.tsx';
import './settings.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { version } from '../../../package.json';
import { REGIONS } from '../../core/air/types.ts';
import { LICENCE_URL } from '../../core/air/upstream/provenance.ts';
import { chooseRegion, region } from '../air/readings/region.ts';
import { readStorage } from '../platform/storage.ts';
import { requestSync, syncState, syncStateKnown } from '../sync/sync-link.ts';
import { ExternalLink } from '../ui/ExternalLink.tsx';
import { Select } from '../ui/Field.tsx';
import { Page } from '../ui/Page.tsx';
import { air } from '../words/en/air/air.ts';
import { shell } from '../words/en/shell.ts';
import { AlertsSection } from './AlertsSection.tsx';
import { DrawingSection } from './DrawingSection.tsx';
import { InstallSection } from './InstallSection.tsx';
import { LanguageSection } from './LanguageSection.tsx';
import { ProfileSection } from './profile/ProfileSection.tsx';
import { readProfile } from './profile/profile.ts';
import { StorageSection } from './StorageSection.tsx';
import { JoinHere } from './sync/JoinHere.tsx';
import { SyncSection } from './sync/SyncSection.tsx';

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
  const languages = languageChoices(currentLocale());
  return (
    <>
      <Section title={words.profile}>
        <ProfileSection />
      </Section>
      <Section title={words.region}>
        <Select
          label={words.showAirFor}
          value={region.value}
          options={REGIONS.map((id) => ({ value: id, label: air.regions[id] }))}
          onPick={chooseRegion}
        />
        <p class="small soft">{words.regionNote}</p>
      </Section>
      <Section title={words.alerts}>
        <AlertsSection />
      </Section>
      {languages.length > 1 && (
        <Section title={words.language}>
          <LanguageSection choices={languages} />
        </Section>
      )}
      <Section title={words.drawing}>
        <DrawingSection />
      </Section>
      <Section title={words.storage}>
        <StorageSection />
      </Section>
      <Section title={words.server}>
        <SyncSection />
      </Section>
      <Section title={words.install}>
        <InstallSection />
      </Section>
      <Section title={words.about}>
        <p>{words.version(version)}</p>
        <p>
          <RichText text={words.api} marks={{ link: (name) => <a href="/docs">{name}</a> }} />
        </p>
        <p class="small soft">
          <RichText
            text={words.credits}
            marks={{ link: (name) => <ExternalLink href={LICENCE_URL}>{name}</ExternalLink> }}
          />
        </p>
      </Section>
    </>
  );
}

/**
 * Asks for a sync, because somebody wants to see how it stands: after a failure to reach the server at once, whatever
 * the pause.
 */
async function syncWhenOpened(): Promise<void> {
  await syncStateKnown();
  requestSync(syncState.value?.trouble === 'unreachable' ? 'online' : 'look');
}

/**
 * Settings: a page of sections, each of which saves by itself. Shown once everything is loaded, so that nothing
 * moves.
 */
export default function SettingsView() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void syncWhenOpened();
    void Promise.all([readProfile(), readStorage(), syncStateKnown()]).then(() => setReady(true));
  }, []);
  const synced = syncState.value?.lastSuccess;
  useEffect(() => {
    // Sync may have brought another profile.
    if (synced) void readProfile();
  }, [synced]);
  return (
    <Page title={shell.settings}>
      {ready ? <Sections /> : <div class="page-waiting" aria-busy="true" />}
      <JoinHere />
    </Page>
  );
}
