'use client'

import { StaffProvider } from '@/components/office/staff-context'
import { toast, Toaster } from '@/components/ui/toast'
import type { StaffMember } from '@/lib/contract/manager'
import {
  type InfiniteData,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { FieldRefusal } from '@/components/office/cms-client'
import { type Fault, faultOf } from '@/components/office/faults'
import { useOfficeText, type OfficeTextKey } from '@/components/office/office-text'
import { useMutation } from '@/components/forms/use-mutation'

/** Failed reads are shown with "try again". Unused data is dropped: the next user of this tab may see less. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, gcTime: 0, networkMode: 'always' } },
  })
}

export function OfficeProviders({ member, children }: { member: StaffMember; children: ReactNode }) {
  const [client] = useState(createQueryClient)
  const { t } = useOfficeText()
  return (
    <StaffProvider member={member}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
      <Toaster closeLabel={t('close')} />
    </StaffProvider>
  )
}

export function useOfficeQuery<Data>(
  queryKey: QueryKey,
  queryFn: () => Promise<Data>,
  options: Pick<UseQueryOptions<Data>, 'enabled' | 'placeholderData' | 'refetchInterval' | 'staleTime'> = {},
) {
  const { error, refetch, ...query } = useQuery({ queryKey, queryFn, ...options })
  return { ...query, fault: error && faultOf(error), refetch: () => void refetch() }
}

export interface Listed<Item> {
  list: Item[]
  next_cursor: string | null
}

type ReadPage<Page> = (cursor: string | undefined) => Promise<{ data: Page }>

export interface ListQuery<Page> {
  /** The pages read so far as one. */
  data: Page | undefined
  fault: Fault | null
  isLoadingMore: boolean
  loadMore(): Promise<void>
  refetch(): void
}

/** A keyset list that grows page by page; a refresh reads as many pages again, so that a longer list is refreshed less often. */
export function useListQuery<Item, Page extends Listed<Item>>(
  queryKey: QueryKey,
  read: ReadPage<Page>,
  options: { refetchInterval?: number } = {},
): ListQuery<Page> {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) => (await read(pageParam)).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next_cursor ?? undefined,
    select: joinPages<Item, Page>,
    refetchInterval: ({ state }) =>
      options.refetchInterval === undefined ? false : options.refetchInterval * (state.data?.pages.length ?? 1),
  })
  return {
    data: query.data,
    fault: query.error && faultOf(query.error),
    isLoadingMore: query.isFetchingNextPage,
    async loadMore() {
      // Waits for a refresh in progress: both would write the same pages. The rendered `isFetching` may be stale.
      if (client.isFetching({ queryKey, exact: true }) > 0) await query.refetch({ cancelRefetch: false })
      await query.fetchNextPage()
    },
    refetch: () => void query.refetch(),
  }
}

function joinPages<Item, Page extends Listed<Item>>({ pages }: InfiniteData<Page>): Page {
  const [first, ...rest] = pages as [Page, ...Page[]]
  return {
    ...first,
    list: [first, ...rest].flatMap((page) => page.list),
    next_cursor: (rest.at(-1) ?? first).next_cursor,
  }
}

/** A user's call with its error message, shown as a toast where the view has no place for it. */
export function useOfficeMutation<Input = void>(
  call: (input: Input) => Promise<unknown>,
  { toastFailure = false }: { toastFailure?: boolean } = {},
) {
  const { faultText } = useOfficeText()
  return useMutation(call, (error) => {
    const text = error instanceof FieldRefusal ? error.message : faultText(faultOf(error))
    if (toastFailure) toast.error(text)
    return text
  })
}

/**
 * A decision of the staff, confirmed by a toast. It may change anything on the screen, so everything is refetched.
 *
 * @param options.inDialog the dialog shows the refusal, because a toast behind it cannot be reached
 */
export function useDecision(onSuccess?: () => void, { inDialog = false }: { inDialog?: boolean } = {}) {
  const { t } = useOfficeText()
  const client = useQueryClient()
  const { pending, problem, run } = useOfficeMutation(
    async ({ done, call }: { done: OfficeTextKey; call: () => Promise<unknown> }) => {
      try {
        await call()
        toast.success(t(done))
        onSuccess?.()
      } finally {
        void client.invalidateQueries()
      }
    },
    { toastFailure: !inDialog },
  )
  /** `done`: the text that names the result. */
  const decide = (done: OfficeTextKey, call: () => Promise<unknown>) => run({ done, call })
  return { isDeciding: pending, fault: problem && problem.code, decide }
}

/**
 * For a decision without a dialog, on a row of a list: the second click of a double click hits the next row if the decided one has
 * left its place by then.
 */
export function onFirstClick(decide: () => unknown) {
  return ({ detail: clicks }: Pick<MouseEvent, 'detail'>) => void (clicks < 2 && decide())
}
