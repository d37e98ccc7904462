import type { ServerProps } from 'payload'
import { hasRole, TRADE_ROLES } from '@/lib/server/cms/access'
import { SearchDialog } from './search-dialog'

/** In the header of every page of the back office, for those who may see what it finds. */
export function SearchEntry({ user }: ServerProps) {
  return hasRole(user, TRADE_ROLES) ? <SearchDialog /> : null
}
