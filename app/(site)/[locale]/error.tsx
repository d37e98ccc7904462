'use client'

import { ErrorView } from '@/components/layout/error-view'

/** Catches what fails in the layouts below: without a header, but in the site's look. */
export default function LocaleError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorView error={error} retry={retry} />
}
