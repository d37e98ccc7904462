import { roomMetadata } from '@/app/(office)/office/room-page'
import { QuestionsScreen } from '@/components/office/questions'

export const generateMetadata = roomMetadata('questions')

export default function Page() {
  return <QuestionsScreen />
}
