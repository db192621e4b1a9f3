import { REGION_NAMES } from '../../../core/air/regions.ts';
import { REGIONS } from '../../../core/air/types.ts';
import { chooseRegion, region } from '../readings/region.ts';
import { Picker } from './Picker.tsx';

/** Which region to show first: five places, one of them chosen. */
export function RegionPicker() {
  return (
    <Picker
      legend="Region"
      name="region"
      options={REGIONS}
      words={REGION_NAMES}
      chosen={region.value}
      onPick={chooseRegion}
    />
  );
}
