import { Mark } from './mark';

/** In the corner of every screen of the back office. */
export function Icon() {
  return <Mark size={22} />;
}
