import { effect, type ReadonlySignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Underlay } from '../../../core/drawing/types.ts';
import type { Camera } from '../../../ink/index.ts';
import type { Session } from '../session/session.ts';
import { photoOf } from '../underlay/photo.ts';
import { transformOf } from '../underlay/place.ts';

interface VersionPhotoProps {
  readonly session: Session;
  readonly underlay: Underlay;
  readonly camera: ReadonlySignal<Camera>;
}

/** The photo under the ink of a version; nothing if it is not on this device. */
export function VersionPhoto({ session, underlay, camera }: VersionPhotoProps) {
  const [address, setAddress] = useState<string>();
  const ref = useRef<HTMLImageElement>(null);
  const { sha256, width, height, opacity } = underlay;
  useEffect(() => {
    let isOver = false;
    let made: string | undefined;
    const show = (photo: Blob | undefined) => {
      if (isOver || !photo) return;
      made = URL.createObjectURL(photo);
      setAddress(made);
    };
    // The ink is what counts.
    photoOf(session)
      .find(sha256)
      .then(show, () => {});
    return () => {
      isOver = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [session, sha256]);
  useLayoutEffect(() => {
    const image = ref.current;
    if (!image) return;
    return effect(() => {
      image.style.transform = transformOf(underlay, underlay, camera.value);
    });
  }, [underlay, camera, address]);
  if (address === undefined) return null;
  return (
    <img
      ref={ref}
      class="version-photo"
      src={address}
      width={width}
      height={height}
      style={{ opacity }}
      alt=""
      draggable={false}
    />
  );
}
