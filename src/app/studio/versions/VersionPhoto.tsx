import { effect, type ReadonlySignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Underlay } from '../../../core/drawing/types.ts';
import type { Camera } from '../../../ink/index.ts';
import { transformOf } from '../underlay/place.ts';

interface VersionPhotoProps {
  /** Its bytes. */
  readonly photo: Blob;
  readonly underlay: Underlay;
  readonly camera: ReadonlySignal<Camera>;
}

/** The photo under the ink of a version. */
export function VersionPhoto({ photo, underlay, camera }: VersionPhotoProps) {
  const [address, setAddress] = useState<string>();
  const ref = useRef<HTMLImageElement>(null);
  const { width, height, opacity } = underlay;
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
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
