import { Mark } from './mark'

/** In the corner of every screen of the back office. */
export function CornerMark() {
  return <Mark size={22} />
}
