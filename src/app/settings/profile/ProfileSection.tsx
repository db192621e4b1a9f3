import { useState } from 'preact/hooks';
import { DISPLAY_NAME_MAX } from '../../../core/drawing/limits.ts';
import type { Profile } from '../../client/client.ts';
import { newId } from '../../platform/new-id.ts';
import { syncState } from '../../sync/sync-link.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { settings as words } from '../../words/en/settings.ts';
import { Avatar } from './Avatar.tsx';
import { profile, profileProblem, readProfile, saveProfile } from './profile.ts';

/** Characters of a random seed. */
const SEED_LENGTH = 8;

function whereWords(state: typeof syncState.value): string {
  return state?.on ? words.everywhere : words.onlyHere;
}

function ProfileForm({ saved }: { readonly saved: Profile }) {
  // Only changed members. The others follow the saved profile, which an import or sync may change.
  const [edited, setEdited] = useState<Partial<Profile>>({});
  const { displayName, avatarSeed } = { ...saved, ...edited };
  const over = [...displayName].length - DISPLAY_NAME_MAX;
  const changed = displayName !== saved.displayName || avatarSeed !== saved.avatarSeed;
  const save = (event: Event) => {
    event.preventDefault();
    if (over <= 0) void saveProfile({ displayName, avatarSeed });
  };
  return (
    <form class="profile" onSubmit={save}>
      <div class="profile-picture">
        <Avatar seed={avatarSeed} />
        <Button
          icon="shuffle"
          tone="quiet"
          onClick={() => setEdited({ ...edited, avatarSeed: newId().slice(0, SEED_LENGTH) })}
        >
          {words.shuffle}
        </Button>
      </div>
      <div class="profile-name">
        <Field
          label={words.name}
          value={displayName}
          autoComplete="nickname"
          onInput={(name) => setEdited({ ...edited, displayName: name })}
          invalid={over > 0}
          help={over > 0 ? words.nameTooLong(DISPLAY_NAME_MAX, over) : whereWords(syncState.value)}
        />
        <Button type="submit" tone="accent" disabled={!changed || over > 0}>
          {words.saveProfile}
        </Button>
      </div>
    </form>
  );
}

/** The form for name and picture. */
export function ProfileSection() {
  if (profileProblem.value) {
    return (
      <Notice
        icon="warning"
        tone="danger"
        title={words.profileFailed}
        action={<Button onClick={() => void readProfile()}>{words.retry}</Button>}
      >
        {profileProblem.value}
      </Notice>
    );
  }
  const saved = profile.value;
  return saved ? <ProfileForm saved={saved} /> : null;
}
