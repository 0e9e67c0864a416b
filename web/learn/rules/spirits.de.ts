import type { Section } from './section';

export const rules: Section[] = [
  {
    title: 'Karten',
    rules: [
      [
        'S1',
        '28 Karten, 14 für jeden Clan, Gelb und Rot. Ein Clan hat fünf Karten der Stärke 1 mit den Werten 3 bis ' +
          '7; je eine der Stärke 2, 3, 4, 5 und 6 mit dem Wert 1; die Multiplikatoren ×1, ×2 und ×3; und eine ' +
          'Fusion. Stärke gewinnt Stiche, Wert bringt Punkte.',
      ],
      [
        'S2',
        'Die Rückseite zeigt den Clan. Alle dürfen also zählen, wie viele gelbe und rote Karten jemand hält, ' +
          'aber nicht sehen, welche.',
      ],
      [
        'S3',
        'Das Kürzel einer Karte nennt Clan, Stärke und Wert: R17 ist Rot, Stärke 1, Wert 7. YX2 ist das gelbe ' +
          '×2, YFU die gelbe Fusion.',
      ],
    ],
  },
  {
    title: 'Zu viert',
    rules: [
      ['S4', 'Die Plätze 1 und 3 sind das gelbe Team, 2 und 4 das rote; Partner sitzen einander gegenüber.'],
      [
        'S5',
        'Alle Karten werden verteilt, sieben an jeden Platz. Wer zuerst gibt, wird ausgelost, dann geht das ' +
          'Geben nach links. Eine Option sagt, wer zum ersten Stich ausspielt: der Platz links vom Geber, der ' +
          'Geber oder ein Platz, der vor jedem Geben ausgelost wird.',
      ],
      [
        'S6',
        'Der Ausspielende beginnt, und im Uhrzeigersinn kommt vor jeden Platz eine Karte. Was vor einem Platz ' +
          'liegt, ist immer von dessen Clan. Nach sieben Stichen ist die Runde vorbei.',
      ],
      [
        'S7',
        'Am Zug spielst du eine Karte deines Clans aus der Hand, oder du bittest einen anderen Platz darum: ' +
          'Partner oder Gegner, jeden, der eine hält. Wer gebeten wird, muss eine solche Karte vor dich legen und ' +
          'wählt, welche. Bitten darfst du auch, wenn du selbst eine hast; die Hände werden also ungleich kleiner.',
      ],
      [
        'S8',
        'Ohne Fusion gewinnt die stärkste Karte den Stich für den Platz, vor dem sie liegt; bei gleichen die ' +
          'zuerst gespielte. Multiplikatoren haben Stärke 0. Das Team des Gewinners fängt die Karten samt den ' +
          'übertragenen; der Gewinnerplatz spielt als Nächster aus.',
      ],
      [
        'S9',
        'Mit einer Fusion hat der Stich noch keinen Gewinner: Seine Karten werden auf den Gewinner des nächsten ' +
          'übertragen. Der Platz, vor dem die Fusion liegt, spielt aus; bei zweien der mit der zuerst gespielten.',
      ],
      [
        'S10',
        'Liegt im letzten Stich der Runde eine Fusion, werden seine Karten und alle übertragenen abgelegt und ' +
          'zählen für niemanden.',
      ],
      [
        'S11',
        'Die Punkte eines Teams sind ein Produkt: die Summe der Werte aller gefangenen Karten mal die Summe der ' +
          'gefangenen Multiplikatoren des eigenen Clans. Ohne einen solchen sind es 0.',
      ],
      [
        'S12',
        'Punkte werden addiert. Hat ein Team nach einer Runde das Ziel (500) erreicht, gewinnt die höhere Summe; ' +
          'bei Gleichstand folgt noch eine Runde.',
      ],
    ],
  },
  {
    title: 'Zu zweit',
    rules: [
      [
        'S13',
        'Eine Seite ist Gelb, die andere Rot. Jede hat 14 Karten in sieben Spalten, eine offene auf einer ' +
          'verdeckten. Niemand sieht eine verdeckte Karte, nur ihren Clan.',
      ],
      ['S14', 'Je nach Option werden alle Karten zusammen gemischt, oder jede Seite bekommt sieben von jedem Clan.'],
      ['S15', 'Ein Stich hat vier Karten: Ausspielender, anderer, Ausspielender, anderer. S8 bis S11 gelten.'],
      [
        'S16',
        'Du spielst eine offene Karte deines Clans oder bittest die Gegenseite; sie muss eine offene Karte ' +
          'deines Clans vor dich legen und wählt, welche. Wird eine offene Karte gespielt, dreht man die darunter ' +
          'um.',
      ],
      [
        'S17',
        'Je nach Option darf eine verdeckte Karte gespielt werden, wenn diese Seite keine des nötigen Clans ' +
          'zeigt, oder nur, wenn keine von beiden eine zeigt. Der Besitzer wählt die Spalte; die Deckkarte bleibt ' +
          'liegen.',
      ],
      ['S18', 'Gegeben wird abwechselnd. Das Ausspiel folgt derselben Option wie in S5.'],
    ],
  },
  {
    title: 'Zu dritt',
    rules: [
      [
        'S19',
        'Der vierte Platz ist der Geist, rot, mit offenen Karten. Wer auf Platz 2 sitzt, ist Rot und mit dem ' +
          'Geist allein; die Plätze 1 und 3 sind Gelb.',
      ],
      [
        'S20',
        'Rot entscheidet für den Geist: welche Karte er auf Bitten spielt und ob er am Zug spielt oder jemanden ' +
          'bittet, selbst die Hand von Rot.',
      ],
      ['S21', 'Wird der Platz von Rot gebeten, kommt die Karte aus dieser Hand, nie aus der des Geistes.'],
      ['S22', 'Rot gibt. Das Ausspiel folgt der Option aus S5; der Platz des Geistes wird nie gelost.'],
      ['S23', 'Punkte gelten für jede Person: Beide Gelben bekommen die Punkte von Gelb, Rot die von Rot.'],
      ['S24', 'Nach jeder Runde wechseln alle den Platz, je nach Option nach links oder rechts; der Geist bleibt.'],
      [
        'S25',
        'Hat jemand nach einer Runde das Ziel erreicht, gewinnen die meisten Punkte; sind die besten gleich, ' +
          'folgt noch eine Runde.',
      ],
    ],
  },
];
