import { roomMetadata } from '@/app/(office)/office/room-page'
import { QuestionsList } from '@/components/office/questions'

export const generateMetadata = roomMetadata('questions')

export default function Page() {
  return <QuestionsList />
}
