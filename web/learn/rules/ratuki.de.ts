import type { Section } from './section';

export const rules: Section[] = [
  {
    title: 'Karten',
    rules: [
      [
        'R1',
        'Jeder hat ein eigenes Deck aus 35 Karten in eigener Farbe: 7 Einsen, 8 Zweien, 8 Dreien, 5 Vieren, 5 ' +
          'Fünfen und 2 Joker.',
      ],
      [
        'R2',
        'Die Zahlen 1 bis 5 stehen als Ziffer, Würfel, Wort, römische Zahl oder Hand darauf. Für das Spiel ist ' +
          'das gleich.',
      ],
      ['R3', 'Das Kürzel einer Karte ist Zahl und Art (n, d, w, r, h): 3d ist eine Drei als Würfel. Ein Joker ist *.'],
    ],
  },
  {
    title: 'Spiel',
    rules: [
      [
        'R4',
        'Alle mischen, nehmen drei Karten vom Nachziehstapel, und auf das Zeichen spielen alle zugleich. Es gibt ' +
          'keine Reihenfolge.',
      ],
      ['R5', 'In der Mitte ist Platz für so viele Stapel, wie Leute mitspielen.'],
      ['R6', 'Eröffnen: Lege eine 1 aus der Hand auf einen freien Platz. Benutzt wird der erste freie.'],
      [
        'R7',
        'Anlegen: Lege eine Karte auf einen Stapel, zu dem sie passt. Eine 1 passt auf eine 2; eine 2 auf 1 oder ' +
          '3; eine 3 auf 2 oder 4; eine 4 auf 3; eine 5 auf 4; ein Joker auf alles.',
      ],
      [
        'R8',
        'Wer eine 5 oder einen Joker anlegt, nimmt den ganzen Stapel als gewonnene Karten, und sein Platz ist ' +
          'wieder frei. Mit einem Joker kann man nicht eröffnen.',
      ],
      ['R9', 'Ablegen: Lege eine Karte verdeckt auf deinen Ablagestapel. Bei leerem Nachziehstapel geht das nicht.'],
      [
        'R10',
        'Nach jeder Aktion wird die Hand auf drei aufgefüllt. Ist der Nachziehstapel leer, tritt der ' +
          'Ablagestapel so, wie er liegt, an seine Stelle.',
      ],
      [
        'R11',
        'Eine Hand, eine Karte auf einmal: Zwischen zwei Aktionen muss eine kurze Zeit vergehen (Option „Hand“). ' +
          'RAUS ist ausgenommen. Anfängern kann der Tisch das erlassen: Dann genügt die Zeit für Gleichzeitiges.',
      ],
    ],
  },
  {
    title: 'Gleichzeitig',
    rules: [
      [
        'R12',
        'Eine angelegte Karte ist einen Augenblick in der Schwebe (Option „Gleichzeitig“). Kommt in dieser Zeit ' +
          'eine fremde Karte dazu, die auf dieselbe oberste passt, gelten sie als gleichzeitig: Alle diese Karten ' +
          'gehen auf die Ablagestapel ihrer Besitzer, der Stapel bleibt, wie er war.',
      ],
      [
        'R13',
        'Eröffnen ist nie gleichzeitig. Eine Karte, die zu spät kommt, passt auf die neue oberste oder kehrt in ' +
          'die Hand zurück.',
      ],
    ],
  },
  {
    title: 'Ende und Wertung',
    rules: [
      [
        'R14',
        'RAUS: Ist dein Nachziehstapel leer und keine deiner Karten in der Schwebe, darfst du die Runde ' +
          'jederzeit beenden.',
      ],
      [
        'R15',
        'Eine Runde endet auch, wenn keine Karte irgendwo passt, wenn eine Weile niemand gespielt oder abgelegt hat ' +
          '(Option „Ruhe“) oder wenn zehnmal so lange nur abgelegt wurde.',
      ],
      [
        'R16',
        'Ein Punkt für jede gewonnene Karte, minus einer für jede Karte in deinem Nachzieh- und Ablagestapel. ' +
          'Karten auf der Hand und in der Mitte zählen für niemanden.',
      ],
      [
        'R17',
        'Punkte werden addiert. Hat jemand das Ziel (100) erreicht, gewinnt die höchste Summe; bei Gleichstand ' +
          'folgt noch eine Runde. Die Partie endet auch nach zwei Runden nacheinander, in denen niemand ' +
          'eine Karte gespielt hat.',
      ],
    ],
  },
];
