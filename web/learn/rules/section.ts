// A page of rules: sections with numbered rules, in one language.
export interface Section {
  title: string;
  rules: [number: string, text: string][];
}
