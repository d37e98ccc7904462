'use client'

import { ErrorView } from '@/components/layout/error-view'

/** Catches failures of the layouts below: without a header, in the site's look. */
export default function LocaleError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorView error={error} retry={retry} />
}
