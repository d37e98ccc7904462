'use client'

import { toast } from '@payloadcms/ui'
import {
  type InfiniteData,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { ControlNames } from '@/app/(cms)/content/payload-patches'
import { type Fault, faultOf, useOfficeText } from '@/app/(cms)/office/office-text'
import type { OfficeTextKey } from '@/lib/server/cms/translations'

/** Failed reads are shown with "try again". Unused data is dropped: the next user of this tab may see less. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, gcTime: 0, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Around the whole back office (payload.config.ts). */
export function OfficeProviders({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <ControlNames>{children}</ControlNames>
    </QueryClientProvider>
  )
}

/** A read with the code of its failure. */
export function useOfficeQuery<Data>(
  queryKey: QueryKey,
  queryFn: () => Promise<Data>,
  options: Pick<UseQueryOptions<Data>, 'enabled' | 'placeholderData' | 'refetchInterval'> = {},
) {
  const { error, refetch, ...query } = useQuery({ queryKey, queryFn, ...options })
  return { ...query, fault: faultOf(error), refetch: () => void refetch() }
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

/** A keyset list that grows page by page; a refresh reads as many pages again. */
export function useListQuery<Item, Page extends Listed<Item>>(
  queryKey: QueryKey,
  read: ReadPage<Page>,
  options: { refetchInterval?: number } = {},
): ListQuery<Page> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) => (await read(pageParam)).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.next_cursor ?? undefined,
    select: joinPages<Item, Page>,
    ...options,
  })
  return {
    data: query.data,
    fault: faultOf(query.error),
    isLoadingMore: query.isFetchingNextPage,
    async loadMore() {
      // Joins a refresh under way: both would write the same pages.
      if (query.isFetching) await query.refetch({ cancelRefetch: false })
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

export interface OfficeMutation<Input> {
  isPending: boolean
  /** Why the last attempt failed, in words. */
  failure: string | null
  /** Answers whether it succeeded; false also while an earlier attempt is under way. */
  run(input: Input): Promise<boolean>
}

interface MutationOptions {
  /** Failures are shown as a toast, where the view has no place for them. */
  toastFailure?: boolean
  onSettled?: () => void
}

/** A call that a person makes: once at a time, and its failure is a sentence. */
export function useOfficeMutation<Input = void>(
  call: (input: Input) => Promise<unknown>,
  { toastFailure = false, onSettled }: MutationOptions = {},
): OfficeMutation<Input> {
  const { faultText } = useOfficeText()
  const client = useQueryClient()
  const mutationKey = [useId()]
  const textOf = (error: Error) => faultText(faultOf(error) ?? 'offline')
  const { isPending, error, mutateAsync } = useMutation({
    mutationKey,
    mutationFn: call,
    onError: (failed) => toastFailure && toast.error(textOf(failed)),
    onSettled,
  })
  return {
    isPending,
    failure: error && textOf(error),
    async run(input) {
      if (client.isMutating({ mutationKey }) > 0) return false
      return mutateAsync(input).then(
        () => true,
        () => false,
      )
    },
  }
}

/** A decision of the staff, confirmed by a toast. It may change anything on the screen, so that is read again. */
export function useDecision(onSuccess?: () => void) {
  const { t } = useOfficeText()
  const client = useQueryClient()
  const { isPending, run } = useOfficeMutation(
    async ({ done, call }: { done: OfficeTextKey; call: () => Promise<unknown> }) => {
      await call()
      toast.success(t(done))
      onSuccess?.()
    },
    { toastFailure: true, onSettled: () => void client.invalidateQueries() },
  )
  /** `done`: the text that names the result. */
  const decide = (done: OfficeTextKey, call: () => Promise<unknown>) => run({ done, call })
  return { isDeciding: isPending, decide }
}
