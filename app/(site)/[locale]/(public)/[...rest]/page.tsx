import { notFound } from 'next/navigation'

/** Addresses that no route takes; rendered for each visit, so that made-up addresses do not fill the page cache. */
export const dynamic = 'force-dynamic'

export default function UnknownAddress() {
  notFound()
}
