import type { Loading as LoadingShape } from '@/lib/contract/fulfilment'
import type { Loading } from '@/lib/domain/fulfilment'
import { toQuantityString } from '@/lib/domain/money'

/** A loading as both sides' calls answer it. */
export function loadingShape({ id, state, on, volume, place, reason, version }: Loading): LoadingShape {
  return { id, state, on, volume: toQuantityString(volume), place, reason, version }
}
