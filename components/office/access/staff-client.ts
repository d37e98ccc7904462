'use client'

import { useTranslations } from 'next-intl'
import { useQuery } from '@tanstack/react-query'
import { callCms, FieldRefusal } from '@/components/office/cms-client'
import { useMutation } from '@/components/forms/use-mutation'

export interface SecurityStatus {
  two_factor: { enabled: boolean; enabled_at: string | null; recovery_codes_left: number; required: boolean }
  sessions: {
    id: string
    device: string
    address: string
    created_at: string
    last_seen_at: string
    current: boolean
  }[]
}

/** Posts to an endpoint of the staff collection. @throws {FieldRefusal} */
export async function callStaffApi<T>(path: string, body: object): Promise<T> {
  return (await callCms(`/staff${path}`, 'POST', body)) as T
}

function useFailureText(): (error: unknown) => string {
  const t = useTranslations('StaffAccess')
  return (error) => (error instanceof FieldRefusal && error.message) || t('signInOffline')
}

export function useStaffMutation<Input = void>(call: (input: Input) => Promise<unknown>) {
  return useMutation(call, useFailureText())
}

export function useStaffQuery<Data>(path: string) {
  const failureText = useFailureText()
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: () => callStaffApi<Data>(path, {}),
  })
  return { data, failure: error && failureText(error), refetch: () => void refetch() }
}
