// Whom a report or a mute is about, and what was said, if it is about a line of chat.
export interface About {
  person: string;
  name: string;
  place: number | null; // null: watches
  text: string;
}
