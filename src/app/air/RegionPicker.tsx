import { REGION_NAMES } from '../../core/air/regions.ts';
import { REGIONS } from '../../core/air/types.ts';
import { chooseRegion, region } from './region.ts';

/** Which region to show first: five places, one of them chosen. */
export function RegionPicker() {
  return (
    <fieldset class="picker">
      <legend class="unseen">Region</legend>
      {REGIONS.map((id) => (
        <label key={id} class="pick">
          <input
            type="radio"
            name="region"
            value={id}
            checked={id === region.value}
            onChange={() => chooseRegion(id)}
          />
          <span>{REGION_NAMES[id]}</span>
        </label>
      ))}
    </fieldset>
  );
}
