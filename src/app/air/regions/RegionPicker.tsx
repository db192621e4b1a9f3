import { REGIONS } from '../../../core/air/types.ts';
import { air as words } from '../../words/en/air/air.ts';
import { chooseRegion, region } from '../readings/region.ts';
import { Picker } from './Picker.tsx';

/** Chooses the region that the page shows first. */
export function RegionPicker() {
  return (
    <Picker
      legend={words.region}
      name="region"
      options={REGIONS}
      words={words.regions}
      chosen={region.value}
      onPick={chooseRegion}
    />
  );
}
