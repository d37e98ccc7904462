import { useFailureText } from '@/components/forms/failure-texts'
import { type Mutation, useMutation } from '@/components/forms/use-mutation'

/** A call whose failures become texts; `unit` follows the quantities of a refusal. */
export function useApiMutation<Input = void>(call: (input: Input) => Promise<void>, unit?: string): Mutation<Input> {
  return useMutation(call, useFailureText(unit))
}
