import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ReactElement, ReactNode } from 'react'
import { createQueryClient } from '@/app/(cms)/office/queries'

/** Renders a view of the back office at an address. Its texts come from Payload, so that they are empty here. */
export function renderOffice(view: ReactElement, search = '') {
  const client = createQueryClient()
  const params = new URLSearchParams(search)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SearchParamsContext value={params}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </SearchParamsContext>
  )
  return { client, ...render(view, { wrapper }) }
}
